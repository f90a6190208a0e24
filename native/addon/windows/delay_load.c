/*
 * The functions of Node-API are in the program that loads the addon: node.exe, or electron.exe, or another. They are imported
 * late, and Windows asks here which module has them. MinGW only: node-gyp brings the same for Visual Studio.
 */
#include <windows.h>

#include <delayimp.h>
#include <string.h>

static FARPROC WINAPI program_instead(unsigned event, DelayLoadInfo *info) {
  if (event != dliNotePreLoadLibrary || _stricmp(info->szDll, "node.exe") != 0) return NULL;
  return (FARPROC)(void *)GetModuleHandleW(NULL);
}

PfnDliHook __pfnDliNotifyHook2 = program_instead;
