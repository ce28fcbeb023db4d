/**
 * /embed.js: the elements by which other sites show events (docs/decisions/434-embeds.md). It defines them and nothing more; what an
 * element shows is loaded once one is on the page. Until then, and wherever that fails, a reader sees what stands between its tags.
 */

/** A part fills the shadow root of an element and says how to stop. */
interface Part {
	mount(element: HTMLElement, root: ShadowRoot): () => void;
}

/** Changes of these begin an element anew; `theme` and `accent` are followed by its frame, which retains what was typed. */
const elements: Record<string, { attributes: string[]; load: () => Promise<Part> }> = {
	'foyer-event': {
		attributes: ['event', 'preview'],
		load: () => import('./event/mount.ts'),
	},
	'foyer-events': {
		attributes: ['organiser', 'category', 'view', 'limit', 'opens', 'preview'],
		load: () => import('./events/mount.ts'),
	},
	'foyer-button': {
		attributes: ['event', 'opens', 'preview'],
		load: () => import('./events/mount-button.ts'),
	},
};

for (const [name, { attributes, load }] of Object.entries(elements)) {
	if (customElements.get(name)) continue;
	customElements.define(
		name,
		class extends HTMLElement {
			static observedAttributes = attributes;
			#stop: (() => void) | undefined;
			#isQueued = false;
			#isChanged = false;

			connectedCallback() {
				this.#restart();
			}

			disconnectedCallback() {
				this.#restart();
			}

			attributeChangedCallback(_name: string, before: string | null, value: string | null) {
				if (before === value) return;
				this.#isChanged = true;
				this.#restart();
			}

			/** Taken to another place of the page in one go, as single-page sites do: what was typed stays. A panel above the page does not. */
			#isMoved() {
				const isShown = this.isConnected && this.#stop !== undefined;
				return isShown && !this.#isChanged && !this.shadowRoot?.querySelector('dialog');
			}

			/** Several changes in one go make one new beginning. */
			#restart() {
				if (this.#isQueued) return;
				this.#isQueued = true;
				load().then(
					({ mount }) => {
						this.#isQueued = false;
						if (this.#isMoved()) return;
						this.#isChanged = false;
						this.#stop?.();
						this.#stop = this.isConnected
							? mount(this, this.shadowRoot ?? this.attachShadow({ mode: 'open' }))
							: undefined;
					},
					// The part cannot be had: what stands between the tags stays.
					() => {
						this.#isQueued = false;
					},
				);
			}
		},
	);
}
