import { expect, test, vi } from 'vitest';
import { RESOLUTION } from './open-camera.ts';
import { TrackControls } from './track-controls.ts';

/** A camera track as a phone has it: what it can do, and what it is set to. */
function fakeTrack(capabilities: object, settings: object = {}) {
	const state: Record<string, unknown> = { ...settings };
	const applyConstraints = vi.fn(async ({ advanced = [] }: { advanced?: object[] }) => {
		Object.assign(state, ...advanced);
	});
	const track = { getCapabilities: () => capabilities, getSettings: () => state, applyConstraints };
	return { controls: new TrackControls(track as unknown as MediaStreamTrack), applyConstraints, state };
}

const zoom = { min: 1, max: 5, step: 0.5 };

test('focus is continuous from the start where the camera lists it', async () => {
	const { controls, applyConstraints, state } = fakeTrack({ focusMode: ['manual', 'continuous'] });
	await controls.prepare({});
	expect(applyConstraints).toHaveBeenCalledExactlyOnceWith({
		...RESOLUTION,
		advanced: [{ focusMode: 'continuous' }],
	});
	expect(state).toMatchObject({ focusMode: 'continuous' });
});

test('a camera that cannot gets no constraint: it would refuse all of it', async () => {
	for (const capabilities of [{}, { focusMode: ['manual', 'single-shot'] }, { zoom: { min: 1, max: 1 } }]) {
		const { controls, applyConstraints } = fakeTrack(capabilities);
		await controls.prepare({ torch: true });
		expect(applyConstraints).not.toHaveBeenCalled();
	}
	const bare = new TrackControls({ getSettings: () => ({}) } as unknown as MediaStreamTrack);
	await bare.prepare({});
	expect([bare.hasTorch, bare.zoomRange, bare.zoom]).toEqual([false, null, null]);
});

test('a rear camera begins at twice the size, or as it was left; one that faces the user does not', async () => {
	const rear = fakeTrack({ zoom }, { facingMode: 'environment' });
	await rear.controls.prepare({});
	expect(rear.controls.zoom).toBe(2);
	const track = fakeTrack({ zoom }, { facingMode: 'environment' });
	await track.controls.prepare({ zoom: 9 });
	expect(track.controls.zoom).toBe(5);
	const front = fakeTrack({ zoom }, { facingMode: 'user', zoom: 1 });
	await front.controls.prepare({ zoom: 3 });
	expect([front.controls.isFrontCamera, front.controls.zoom]).toEqual([true, 1]);
});

test('focus, zoom and torch are always applied together: constraints replace each other', async () => {
	const { controls, applyConstraints } = fakeTrack({ focusMode: ['continuous'], zoom, torch: true });
	await controls.prepare({});
	await controls.setZoom(3);
	await controls.setTorch(true);
	expect(applyConstraints).toHaveBeenLastCalledWith({
		...RESOLUTION,
		advanced: [{ focusMode: 'continuous' }, { zoom: 3 }, { torch: true }],
	});
	expect(controls.wish).toEqual({ zoom: 3, torch: true });
});

test('a torch that does not follow is reported, and not requested with the next zoom', async () => {
	const { controls, applyConstraints } = fakeTrack({ torch: true, zoom });
	applyConstraints.mockRejectedValueOnce(new Error('busy'));
	await expect(controls.setTorch(true)).rejects.toThrow('Failed to turn on torch');
	await controls.setZoom(2);
	expect(applyConstraints).toHaveBeenLastCalledWith({
		...RESOLUTION,
		advanced: [{ zoom: 2 }, { torch: false }],
	});
});
