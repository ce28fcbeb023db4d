import { useEffect, useState } from 'react';

/** The picture of a draft, apart from its fields: localStorage holds texts alone, and too few of them. */
const DATABASE = 'event-draft';
const STORE = 'picture';

interface StoredPicture {
	/** What the draft calls it; the id of the event once that was made and the picture could not be uploaded. */
	id: string;
	file: File;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

/** Runs one request on the one place for a picture. */
async function ask<T>(request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
	const opening = indexedDB.open(DATABASE, 1);
	opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
	const database = await done(opening);
	try {
		const work = database.transaction(STORE, 'readwrite');
		const answer = await done(request(work.objectStore(STORE)));
		// A full disk shows at the end only.
		await new Promise<void>((resolve, reject) => {
			work.oncomplete = () => resolve();
			work.onabort = () => reject(work.error);
		});
		return answer;
	} finally {
		database.close();
	}
}

/** Puts a picture in the place of the one before. @returns whether this browser stores it across sign-up and reloads */
export async function storePicture(id: string, file: File): Promise<boolean> {
	try {
		await ask((store) => store.put({ id, file } satisfies StoredPicture, STORE));
		return true;
	} catch {
		// A private window, a full disk, a browser that forbids it.
		return false;
	}
}

/** The picture that a draft names, or that waits for an event; null where this browser no longer has it. */
export async function readPicture(id: string): Promise<File | null> {
	if (id === '') return null;
	try {
		const stored = await ask<StoredPicture | undefined>((store) => store.get(STORE));
		return stored?.id === id ? stored.file : null;
	} catch {
		return null;
	}
}

/** Removes the picture from this browser. */
export async function forgetPicture(): Promise<void> {
	await ask((store) => store.clear()).catch(() => {});
}

/** The address of a draft's picture in this page; undefined while it is read, null without one. */
export function useDraftPicture(id: string): string | null | undefined {
	const [found, setFound] = useState<{ id: string; url: string | null }>();
	useEffect(() => {
		let isCurrent = true;
		let url: string | null = null;
		void readPicture(id).then((file) => {
			if (!isCurrent) return;
			url = file && URL.createObjectURL(file);
			setFound({ id, url });
		});
		return () => {
			isCurrent = false;
			if (url) URL.revokeObjectURL(url);
		};
	}, [id]);
	if (id === '') return null;
	return found?.id === id ? found.url : undefined;
}

/** The picture that could not be uploaded when this event was made, if this browser still has it. */
export function useWaitingPicture(event: string): { file: File | null; forget: () => void } {
	const [file, setFile] = useState<File | null>(null);
	useEffect(() => {
		let isCurrent = true;
		void readPicture(event).then((found) => isCurrent && setFile(found));
		return () => {
			isCurrent = false;
		};
	}, [event]);
	const forget = () => {
		setFile(null);
		void forgetPicture();
	};
	return { file, forget };
}
