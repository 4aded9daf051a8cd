/** The dialogs that jsdom lacks: one takes the focus, and gives it back only when it is closed. */
export function installDialogs(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement);
      this.open = true;
      this.querySelector('button')?.focus();
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      const opener = openers.get(this);
      if (this.isConnected && opener instanceof HTMLElement) opener.focus();
    },
  });
}
