import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/notifications.ts';
import type { z } from '#shared/lib/z.ts';

export interface MailFilters {
	/** Empty: all. */
	status: '' | contracts.OutboxMail['status'];
	q: string;
}

/** The outbox fills by itself; the page follows. */
const REFRESH_MS = 10_000;
const mailsKey = ['admin', 'mails'] as const;
const jobsKey = ['admin', 'jobs'] as const;

export function useMails(query: MailFilters) {
	return useCursorList(contracts.listMails, { key: mailsKey, query, refetchInterval: REFRESH_MS });
}

export function useMail(mail: string) {
	return useQuery({
		queryKey: [...mailsKey, 'one', mail],
		queryFn: ({ signal }) => api.call(contracts.getMail, { params: { mail }, signal }),
	});
}

export function useRetryMail() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (mail: string) => api.call(contracts.retryMail, { params: { mail } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: mailsKey }),
	});
}

export type FailedJob = z.output<typeof contracts.failedJob>;

export function useFailedJobs() {
	return useCursorList(contracts.listFailedJobs, { key: jobsKey, refetchInterval: REFRESH_MS });
}

export function useRetryJob() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (job: string) => api.call(contracts.retryJob, { params: { job } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: jobsKey }),
	});
}
