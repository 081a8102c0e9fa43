// A modal dialog, and the download of a file that the server has made.

import { store } from "./store.js";
import { html, useEffect, useRef } from "./vendor/htm-preact.js";

export function Dialog({ title, children, wide = false, onClose }) {
  const dialog = useRef();
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  const close = () => {
    store.set({ dialog: null });
    document.getElementById("page-pane")?.focus({ preventScroll: true });
    onClose?.();
  };
  return html`<dialog ref=${dialog} class=${wide ? "wide" : ""} aria-label=${title} onCancel=${(event) => {
    event.preventDefault();
    close();
  }}>
    <div class="dialog-head"><h2>${title}</h2><button onClick=${close} aria-label="Close">✕</button></div>
    ${children}
  </dialog>`;
}

/** Saves a file of the server's answer: {name, type, encoding, content}. */
export function download({ name, type, encoding, content }) {
  const data = encoding === "base64" ? Uint8Array.from(atob(content), (one) => one.charCodeAt(0)) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
