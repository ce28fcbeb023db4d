import { expect, test, vi } from 'vitest';

test('in a browser schemas are never compiled; on the server they may be', async () => {
	const { z: onServer } = await import('./z.ts');
	expect(onServer.config().jitless).toBeUndefined();
	vi.resetModules();
	vi.stubGlobal('self', {});
	const { z } = await import('./z.ts');
	expect(z.config().jitless).toBe(true);
	vi.unstubAllGlobals();
});
