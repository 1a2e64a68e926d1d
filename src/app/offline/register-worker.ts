/** After everything that the page needs; in development pages come straight from the sources, without a worker. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    // Without it the site works as well, as long as there is a connection.
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
