import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';

const runningOf = createPoolMemo(() => new Set<string>());

/**
 * Takes the one place that an organisation has for exports in this process; throws RATE_LIMIT_EXCEEDED when it is taken.
 * @returns releases the place; idempotent
 */
export function takeExportPlace(services: Services, organisationId: string): () => void {
	const taken = runningOf(services);
	if (taken.has(organisationId)) {
		throw new AppError('RATE_LIMIT_EXCEEDED', {
			message: 'Another export of this organisation is being written. Try again when it is done.',
			retryAfterSeconds: 5,
		});
	}
	taken.add(organisationId);
	let isMine = true;
	return () => {
		if (isMine) taken.delete(organisationId);
		isMine = false;
	};
}

/**
 * The same stream, with `done` called when it ends, fails, is given up by its reader, or is not read for as long as `patienceMs`
 * (a reader that went away without a word).
 */
export function watched(
	source: ReadableStream<Uint8Array>,
	done: () => void,
	patienceMs = 60_000,
): ReadableStream<Uint8Array> {
	const reader = source.getReader();
	let patience: NodeJS.Timeout | undefined;
	const end = () => {
		clearTimeout(patience);
		done();
	};
	const wait = (controller: ReadableStreamDefaultController) => {
		patience = setTimeout(() => {
			end();
			const error = new Error('nobody reads the export');
			controller.error(error);
			void reader.cancel(error).catch(() => {});
		}, patienceMs);
		patience.unref();
	};
	return new ReadableStream<Uint8Array>(
		{
			start: wait,
			async pull(controller) {
				clearTimeout(patience);
				try {
					const { done: isDone, value } = await reader.read();
					if (!isDone) {
						controller.enqueue(value);
						wait(controller);
						return;
					}
					end();
					controller.close();
				} catch (error) {
					end();
					controller.error(error);
				}
			},
			async cancel(reason) {
				end();
				await reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
}
