{
  # The addon: the C core, its door and its Node-API glue in one library. native/vendor is reached by #include from native/src.
  # -O2 with vectors of loops is as fast as -O3, and a fifth smaller; nothing unwinds. For x64 small structures are copied
  # without `rep movs`, which only a named processor says: -mtune changes no instruction set.
  # Node-API comes from the package node-api-headers, so one binary serves every Node.js from 20 on.
  "targets": [
    {
      "target_name": "loopguard",
      "sources": [
        "<!@(node -p \"[...require('fs').readdirSync('native/src').map(d => 'native/src/' + d), 'native/door', 'native/addon'].flatMap(d => require('fs').readdirSync(d).filter(f => f.endsWith('.c')).map(f => d + '/' + f)).join(' ')\")"
      ],
      "include_dirs": ["<!(node -p \"require('node-api-headers').include_dir\")", "native/include", "native/src", "native/door"],
      "defines": ["NAPI_VERSION=8", "NDEBUG"],
      "cflags": ["-std=c11", "-O2", "-ftree-vectorize", "-fno-tree-slp-vectorize", "-fno-align-functions", "-flto=auto", "-fno-asynchronous-unwind-tables", "-fvisibility=hidden", "-Wall", "-Wextra"],
      "cflags!": ["-O3", "-fno-omit-frame-pointer", "-g"],
      "configurations": {
        "Release": { "conditions": [["target_arch=='x64' and OS!='win'", { "cflags": ["-mtune=skylake"] }], ["OS=='linux'", { "ldflags": ["-O2", "-flto=auto", "-s", "-Wl,--gc-sections"] }]] }
      },
      "xcode_settings": {
        "CLANG_C_LANGUAGE_STANDARD": "c11",
        "GCC_OPTIMIZATION_LEVEL": "3",
        "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
        "GCC_GENERATE_DEBUGGING_SYMBOLS": "NO",
        "MACOSX_DEPLOYMENT_TARGET": "11.0",
        "OTHER_LDFLAGS": ["-Wl,-dead_strip", "-Wl,-x"]
      },
      "msvs_settings": {
        "VCCLCompilerTool": { "AdditionalOptions": ["/std:c11"], "Optimization": 2, "DebugInformationFormat": 0 },
        "VCLinkerTool": { "GenerateDebugInformation": "false" }
      }
    }
  ]
}
