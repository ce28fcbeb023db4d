import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { billReadinessKey } from '#app/features/plans/api.ts';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as content from '#shared/contracts/content.ts';
import type { ContentDetail, ContentDraft } from '#shared/contracts/content-editing.ts';
import * as contracts from '#shared/contracts/content-editing.ts';

const key = ['admin', 'content'] as const;

export interface ContentFilters {
	kind: '' | content.ContentKind;
	q: string;
}

export function useContentItems(query: ContentFilters) {
	return useCursorList(contracts.listItems, { key: [...key, 'list'], query });
}

export function useContentItem(item: string) {
	return useApiQuery(contracts.getItem, [...key, 'one', item], { params: { item } });
}

export function useRevision(item: string, revision: string | null) {
	return useQuery({
		queryKey: [...key, 'revision', item, revision],
		queryFn: ({ signal }) =>
			api.call(contracts.getRevision, { params: { item, revision: revision ?? '' }, signal }),
		enabled: revision !== null,
	});
}

/** Every change answers the whole text as it is now. */
export function useContentChange() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (change: () => Promise<ContentDetail>) => change(),
		onSuccess: (detail) => {
			storeAnswer(queries, [...key, 'one', detail.id], detail);
			return queries.invalidateQueries({ queryKey: [...key, 'list'] });
		},
	});
}

const match = (version: number) => `"${version}"`;

export const createItem = (kind: 'post' | 'help', title: string) =>
	api.call(contracts.createItem, { body: { kind, title } });
export const saveDraft = (detail: ContentDetail, draft: ContentDraft) =>
	api.call(contracts.saveDraft, { params: { item: detail.id }, body: draft, ifMatch: match(detail.version) });
export const publishItem = (detail: ContentDetail, at?: string) =>
	api.call(contracts.publishItem, {
		params: { item: detail.id },
		body: at ? { at } : {},
		ifMatch: match(detail.version),
	});
export const addImage = (file: File) => api.call(contracts.addImage, { file });
export const unscheduleItem = (item: string) => api.call(contracts.unscheduleItem, { params: { item } });
export const archiveItem = (item: string) => api.call(contracts.archiveItem, { params: { item } });
export const restoreItem = (item: string) => api.call(contracts.restoreItem, { params: { item } });

export function useOperator() {
	return useApiQuery(content.getOperator, ['admin', 'operator']);
}

export function useSaveOperator() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: ({ version, ...body }: content.Operator) =>
			api.call(content.updateOperator, { body, ifMatch: match(version) }),
		onSuccess: (saved) => {
			storeAnswer(queries, ['admin', 'operator'], saved);
			void queries.invalidateQueries({ queryKey: billReadinessKey });
		},
	});
}
