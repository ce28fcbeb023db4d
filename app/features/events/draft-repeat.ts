import type { QueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { updateEvent } from '#shared/contracts/events.ts';
import { textToRepeat } from '#shared/rules/series/repeat-form.ts';
import { storeEvent } from './api.ts';

/**
 * Notes of a draft event how it repeats: publishing it makes its dates.
 * @param repeat as `repeatToText` writes it
 * @throws what the server refuses
 */
export async function addRepeat(queries: QueryClient, event: string, repeat: string): Promise<void> {
	const body = { repeat: textToRepeat(repeat) };
	storeEvent(queries, await api.call(updateEvent, { params: { event }, body }));
}
