import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
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
	return useApiQuery(contracts.getMail, [...mailsKey, 'one', mail], { params: { mail } });
}

export function useRetryMail() {
	return useChange((mail: string) => api.call(contracts.retryMail, { params: { mail } }), mailsKey);
}

const suppressionsKey = ['admin', 'mail-suppressions'] as const;

export function useSuppressions(query: { q: string }) {
	return useCursorList(contracts.listSuppressions, { key: suppressionsKey, query });
}

export function useAddSuppression() {
	return useChange(
		(body: { email: string; detail: string }) => api.call(contracts.addSuppression, { body }),
		suppressionsKey,
	);
}

export function useLiftSuppression() {
	return useChange(
		(suppression: string) => api.call(contracts.liftSuppression, { params: { suppression } }),
		suppressionsKey,
	);
}

export type FailedJob = z.output<typeof contracts.failedJob>;

export function useFailedJobs() {
	return useCursorList(contracts.listFailedJobs, { key: jobsKey, refetchInterval: REFRESH_MS });
}

export function useRetryJob() {
	return useChange((job: string) => api.call(contracts.retryJob, { params: { job } }), jobsKey);
}
