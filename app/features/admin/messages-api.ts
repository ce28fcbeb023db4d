import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/support.ts';

export type MessageState = 'open' | 'answered' | 'all';

export function useMessages(query: { state: MessageState; q: string }) {
	return useCursorList(contracts.listMessages, { key: ['admin', 'messages'], query });
}

export function useMarkAnswered() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (message: string) => api.call(contracts.markAnswered, { params: { message } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
	});
}

export function useDeleteMessage() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (message: string) => api.call(contracts.deleteMessage, { params: { message } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
	});
}
