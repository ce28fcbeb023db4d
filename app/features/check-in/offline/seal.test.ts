import { expect, test } from 'vitest';
import { newSealingKey, seal, unseal } from './seal.ts';

test('a record comes out as it went in, and nothing of it can be read without the key', async () => {
	const key = await newSealingKey();
	const value = { name: 'Zoë Ångström', code: '0024H36H2NCSVRH6DAQF6DVVQZ' };
	const sealed = await seal(key, 'guests/0', value);
	expect(await unseal(key, 'guests/0', sealed)).toEqual(value);
	const raw = Buffer.from(sealed);
	for (const text of Object.values(value)) expect(raw.includes(text.slice(0, 8))).toBe(false);
});

test('the key cannot be taken out', async () => {
	const key = await newSealingKey();
	expect(key.extractable).toBe(false);
	await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('a record is refused under another name, with another key, and with a changed byte', async () => {
	const key = await newSealingKey();
	const sealed = await seal(key, 'guests/0', [1, 2, 3]);
	await expect(unseal(key, 'guests/1', sealed)).rejects.toThrow();
	await expect(unseal(await newSealingKey(), 'guests/0', sealed)).rejects.toThrow();
	const changed = sealed.slice(0);
	new Uint8Array(changed)[20]! ^= 1;
	await expect(unseal(key, 'guests/0', changed)).rejects.toThrow();
});

test('the same record twice is never the same bytes', async () => {
	const key = await newSealingKey();
	const [a, b] = [await seal(key, 'x', 1), await seal(key, 'x', 1)];
	expect(Buffer.from(a).equals(Buffer.from(b))).toBe(false);
});
