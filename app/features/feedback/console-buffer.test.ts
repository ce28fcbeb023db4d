import { expect, test, vi } from 'vitest';
import { bufferedLines, startConsoleBuffer } from './console-buffer.ts';

test('the last 50 lines are buffered, without secrets, and the console shows all of them as before', () => {
	const shown = { log: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
	const target = { ...shown };
	const events = new EventTarget();
	startConsoleBuffer(target, events);
	startConsoleBuffer(target, events);
	target.warn('token=s3cret', { password: 'hunter2', name: 'x' });
	expect(shown.warn).toHaveBeenCalledExactlyOnceWith('token=s3cret', { password: 'hunter2', name: 'x' });
	expect(bufferedLines()).toMatchObject([
		{ level: 'warn', text: 'token=[redacted] {"password":[redacted],"name":"x"}' },
	]);
	const circle: Record<string, unknown> = {};
	circle.self = circle;
	target.log(circle);
	target.error(new TypeError('x is undefined'));
	expect(bufferedLines().at(-1)?.text).toContain('TypeError: x is undefined');
	for (let at = 0; at < 80; at += 1) target.log(`line ${at}`);
	expect(bufferedLines()).toHaveLength(50);
	expect(bufferedLines()[0]?.text).toBe('line 30');
	expect(bufferedLines().at(-1)?.text).toBe('line 79');
});

test('what nothing caught is buffered too', () => {
	const events = new EventTarget();
	vi.resetModules();
	return import('./console-buffer.ts').then((module) => {
		module.startConsoleBuffer({ log() {}, info() {}, warn() {}, error() {} }, events);
		events.dispatchEvent(Object.assign(new Event('error'), { error: new Error('boom') }));
		events.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'lost' }));
		expect(module.bufferedLines().map(({ text }) => text.split('\n')[0])).toEqual(['Error: boom', 'lost']);
	});
});
