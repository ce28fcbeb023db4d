import { afterEach, expect, test, vi } from 'vitest';
import { readPreferences, savePreferences } from './preferences.ts';

function storageWith(content: Record<string, string>) {
	const stored = new Map(Object.entries(content));
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
	});
}

afterEach(() => vi.unstubAllGlobals());

const NOTHING = { cameraId: null, zoom: null, isMuted: false };

test('what is saved is read, change by change', () => {
	storageWith({});
	savePreferences({ cameraId: 'rear' });
	savePreferences({ isMuted: true });
	expect(readPreferences()).toEqual({ cameraId: 'rear', zoom: null, isMuted: true });
	savePreferences({ cameraId: null, zoom: 2.5 });
	expect(readPreferences()).toEqual({ cameraId: null, zoom: 2.5, isMuted: true });
});

test.each([
	'',
	'{',
	'null',
	'[]',
	'7',
	'{"cameraId":5,"zoom":"2","isMuted":"yes"}',
	'{"cameraId":"","zoom":null}',
])('odd storage %j counts as nothing', (content) => {
	storageWith({ scanner: content });
	expect(readPreferences()).toEqual(NOTHING);
});

test('storage that is forbidden or full', () => {
	const refuse = () => {
		throw new DOMException('', 'SecurityError');
	};
	vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
	expect(readPreferences()).toEqual(NOTHING);
	expect(() => savePreferences({ zoom: 3 })).not.toThrow();
});
