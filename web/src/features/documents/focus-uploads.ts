/** Moves the focus after an upload form: to the running uploads, or back to the button that opened it. */
export function focusUploads(): void {
  const target =
    document.getElementById("uploads") ??
    document.getElementById("upload") ??
    document.querySelector<HTMLElement>("main h1");
  target?.focus({ preventScroll: true });
}
