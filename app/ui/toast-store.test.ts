import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
	currentToasts,
	dismissToast,
	pauseToast,
	resumeToast,
	subscribeToToasts,
	TOAST_REMOVAL_MS,
	TOAST_VISIBLE_MS,
	toast,
} from './toast-store.ts';

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('window', {});
});

afterEach(() => {
	dismissToast();
	vi.runAllTimers();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const only = () => {
	expect(currentToasts()).toHaveLength(1);
	return currentToasts()[0]!;
};

describe('toast', () => {
	test('both waits are the 5500 ms of the specification', () => {
		expect([TOAST_VISIBLE_MS, TOAST_REMOVAL_MS]).toEqual([5500, 5500]);
	});

	test('is open for 5500 ms, then marked closed, then gone 5500 ms later', () => {
		toast({ title: 'Saved' });
		vi.advanceTimersByTime(5499);
		expect(only().isOpen).toBe(true);
		vi.advanceTimersByTime(1);
		expect(only().isOpen).toBe(false);
		vi.advanceTimersByTime(5499);
		expect(only().isOpen).toBe(false);
		vi.advanceTimersByTime(1);
		expect(currentToasts()).toEqual([]);
	});

	test('dismissed by hand: closed at once, gone 5500 ms after that', () => {
		const { dismiss } = toast({ title: 'Saved' });
		vi.advanceTimersByTime(1000);
		dismiss();
		expect(only().isOpen).toBe(false);
		vi.advanceTimersByTime(5499);
		expect(currentToasts()).toHaveLength(1);
		vi.advanceTimersByTime(1);
		expect(currentToasts()).toEqual([]);
	});

	test('dismissing twice does not put the removal off', () => {
		const { dismiss } = toast({ title: 'Saved' });
		dismiss();
		vi.advanceTimersByTime(3000);
		dismiss();
		vi.advanceTimersByTime(2500);
		expect(currentToasts()).toEqual([]);
	});

	test('a new one takes the place of the one before, with a full clock of its own', () => {
		toast({ title: 'First' });
		vi.advanceTimersByTime(5000);
		toast({ title: 'Second', variant: 'success' });
		expect(only()).toMatchObject({ title: 'Second', variant: 'success', isOpen: true });
		vi.advanceTimersByTime(5499);
		expect(only()).toMatchObject({ title: 'Second', isOpen: true });
		vi.advanceTimersByTime(1);
		expect(only().isOpen).toBe(false);
	});

	test('one that replaces a closed one is not taken away by its removal', () => {
		toast({ title: 'First' }).dismiss();
		vi.advanceTimersByTime(5000);
		toast({ title: 'Second' });
		vi.advanceTimersByTime(600);
		expect(only()).toMatchObject({ title: 'Second', isOpen: true });
	});

	test('the clock stands while paused and runs on from there', () => {
		const { id } = toast({ title: 'Saved' });
		vi.advanceTimersByTime(3000);
		pauseToast(id);
		pauseToast(id);
		vi.advanceTimersByTime(60_000);
		expect(only()).toMatchObject({ isOpen: true, isPaused: true });
		resumeToast(id);
		resumeToast(id);
		vi.advanceTimersByTime(2499);
		expect(only().isOpen).toBe(true);
		vi.advanceTimersByTime(1);
		expect(only()).toMatchObject({ isOpen: false, isPaused: false });
	});

	test('pausing or resuming one that is gone touches nothing', () => {
		const first = toast({ title: 'First' });
		toast({ title: 'Second' });
		pauseToast(first.id);
		resumeToast(first.id);
		expect(only()).toMatchObject({ title: 'Second', isPaused: false });
	});

	test('update changes the words and leaves the clock alone', () => {
		const { update } = toast({ title: 'Sending' });
		vi.advanceTimersByTime(5000);
		update({ title: 'Sent', variant: 'success' });
		expect(only()).toMatchObject({ title: 'Sent', variant: 'success', isOpen: true });
		vi.advanceTimersByTime(500);
		expect(only().isOpen).toBe(false);
	});

	test('listeners hear every change until they leave', () => {
		const received = vi.fn();
		const leave = subscribeToToasts(received);
		toast({ title: 'Saved' }).dismiss();
		expect(received).toHaveBeenCalledTimes(2);
		leave();
		vi.advanceTimersByTime(TOAST_REMOVAL_MS);
		expect(received).toHaveBeenCalledTimes(2);
	});

	test('does nothing on a server', () => {
		vi.unstubAllGlobals();
		toast({ title: 'Saved' });
		expect(currentToasts()).toEqual([]);
	});
});
