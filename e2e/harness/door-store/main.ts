import { openDoorStore } from '#app/features/check-in/offline/indexed-store.ts';

/** The store of a check-in device, for the tests of its upgrade. */

declare global {
	interface Window {
		openDoorStore: typeof openDoorStore;
	}
}

window.openDoorStore = openDoorStore;
