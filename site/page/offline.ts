/** After the first visit the site works without a network. */
export function setUpOffline(): void {
  if (!("serviceWorker" in navigator) || location.protocol === "file:") return;
  addEventListener("load", () => {
    const script = new URL("service-worker.js", new URL(document.documentElement.dataset["base"] ?? "", location.href));
    // Where it cannot be had, such as in a private window, the page works all the same.
    navigator.serviceWorker.register(script).catch(() => undefined);
  });
}
