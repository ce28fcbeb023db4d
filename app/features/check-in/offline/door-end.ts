import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorStore } from './door-store.ts';
import { setEnd, wipeStore } from './retention.ts';
import type { SessionView } from './session-view.ts';

export type Ended = NonNullable<SessionView['ended']>;

export interface DoorEndHost {
	isMember(): boolean;
	storeId(): string;
	store(): DoorStore;
	eventId(): string;
	/** Why and when the door ended; null while it is open. */
	ended(): SessionView['ended'];
	onEnded(ended: SessionView['ended']): void;
	/** Hands in what waits. */
	flush(): void;
	/** Deletes the guests from the memory of the page. */
	forget(): void;
}

/** When this device has to leave the door: what waits is handed in, the list is forgotten. */
export class DoorEnd {
	readonly #host: DoorEndHost;

	constructor(host: DoorEndHost) {
		this.#host = host;
	}

	/** The state of the link on the server: open, closed, and until when its list may be stored. */
	applyRemote({ state, wipeAt }: Pick<DoorSetup['link'], 'state' | 'wipeAt'>): void {
		const { isMember, storeId, eventId, ended, onEnded } = this.#host;
		const endMs = Date.parse(wipeAt);
		if (endMs > 0) setEnd(storeId(), { endMs, isMember: isMember(), eventId: eventId() });
		if (state !== 'open') this.close(state);
		else if (ended() === 'not_begun') onEnded(null);
	}

	/** The door is closed to this device. */
	close(ended: Ended): void {
		if (this.#host.ended() === ended) return;
		this.#host.onEnded(ended);
		if (ended === 'not_begun') return;
		this.#host.flush();
		this.wipe();
	}

	/** The list goes; scans and sales that wait stay, without names, until they are sent. */
	wipe(): void {
		const storeId = this.#host.storeId();
		this.#host.forget();
		void wipeStore(this.#host.store())
			.then(({ isEmpty }) => {
				// What waits has to be found again by a later sweep.
				if (isEmpty) setEnd(storeId, null);
			})
			.catch(() => {});
	}
}
