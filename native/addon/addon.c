/* The addon's entry: makes the instance of one environment and fills `exports`. */
#include "wraps.h"

static napi_value set_error_factory(lg_js_call *call) {
  napi_valuetype type;
  NAPI_TRY(call->env, napi_typeof(call->env, call->argv[0], &type), NULL);
  if (type != napi_function) {
    (void)lg_js_throw_argument(call, "A function was expected");
    return NULL;
  }
  napi_ref factory, *slot = &call->instance->error_factory;
  NAPI_TRY(call->env, napi_create_reference(call->env, call->argv[0], 1, &factory), NULL);
  if (*slot != NULL) NAPI_TRY(call->env, napi_delete_reference(call->env, *slot), NULL);
  *slot = factory;
  return NULL;
}

static const lg_js_method functions[] = {{"setErrorFactory", set_error_factory}};

static void finalize_instance(napi_env env, void *data, void *hint) {
  (void)hint;
  lg_js_instance *instance = data;
  /* At exit nobody can act on a failure to delete a reference; the environment deletes what is left. */
  if (instance->error_factory != NULL) (void)napi_delete_reference(env, instance->error_factory);
  if (instance->run_class != NULL) (void)napi_delete_reference(env, instance->run_class);
  instance->error_factory = instance->run_class = NULL;
  lg_js_instance_release(instance);
}

NAPI_MODULE_INIT(/* napi_env env, napi_value exports */) {
  lg_js_instance *instance = lg_js_instance_new();
  if (instance == NULL) {
    NAPI_TRY(env, napi_throw_error(env, "ERR_LOOPGUARD_MEMORY", lg_status_message(LG_ENOMEM)), NULL);
    return NULL;
  }
  if (napi_set_instance_data(env, instance, finalize_instance, NULL) != napi_ok) {
    lg_js_instance_release(instance);
    (void)lg_js_fail(env);
    return NULL;
  }
  if (!lg_js_define_functions(env, exports, functions, LG_JS_COUNT(functions)) || !lg_js_define_guard(env, exports) ||
      !lg_js_define_run(env, exports, instance) || !lg_js_define_detector(env, exports) ||
      !lg_js_define_text_functions(env, exports))
    return NULL;
  return exports;
}
