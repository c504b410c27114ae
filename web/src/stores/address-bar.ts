// The address of the page, which follows the position in view.

/** Browsers limit how often a page may change its address. */
const ADDRESS_MS = 250;

class AddressBar {
  /** The last address that the page has read or written. */
  private address = location.hash;
  private written = -ADDRESS_MS;
  private timer = 0;
  /** The address with which the page was opened. Empty after a reload: then the address may be
   *  older than the position that was in view, because addresses may be written a moment later. */
  readonly opened =
    (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]?.type ===
    "reload"
      ? ""
      : this.address;

  /** Takes over the address of a link. The page's own changes cause no event. */
  follow(): string {
    this.address = location.hash;
    return this.address;
  }

  /** Writes an address soon, and calls `after` then. */
  keep(address: () => string, after: () => void): void {
    const wait = this.written + ADDRESS_MS - performance.now();
    window.clearTimeout(this.timer);
    if (wait > 0) {
      this.timer = window.setTimeout(() => this.keep(address, after), wait);
      return;
    }
    // A link was followed, and its event comes soon: it must not be overwritten.
    if (location.hash !== this.address) return;
    const now = address();
    if (now !== this.address) {
      this.written = performance.now();
      history.replaceState(null, "", now);
      this.address = location.hash;
    }
    after();
  }
}

export const addressBar = new AddressBar();
