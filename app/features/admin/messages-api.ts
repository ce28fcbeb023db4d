import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/support.ts';

export type MessageState = 'open' | 'answered' | 'all';

export function useMessages(query: { state: MessageState; q: string }) {
	return useCursorList(contracts.listMessages, { key: ['admin', 'messages'], query });
}

export function useMarkAnswered() {
	return useChange((message: string) => api.call(contracts.markAnswered, { params: { message } }), ['admin']);
}

export function useDeleteMessage() {
	return useChange(
		(message: string) => api.call(contracts.deleteMessage, { params: { message } }),
		['admin'],
	);
}
