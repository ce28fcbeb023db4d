import { useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/ledger.ts';

const reportKey = (organisation: string) => ['tax-report', organisation] as const;

/** The tax report of a month; empty: the current one. */
export function useTaxReport(organisation: string, period: string) {
	return useApiQuery(contracts.getTaxReport, [...reportKey(organisation), period], {
		params: { organisation },
		query: period === '' ? {} : { period },
	});
}

export function useClosePeriod(organisation: string) {
	return useChange(
		(period: string) => api.call(contracts.closePeriod, { params: { organisation, period } }),
		reportKey(organisation),
	);
}

/** Fetches the journal of a month and hands it to the browser as a download. */
export async function downloadJournal(organisation: string, period: string, format: 'csv' | 'xlsx') {
	const response = await api.call(contracts.exportJournal, {
		params: { organisation },
		query: { period, format },
		timeoutMs: 600_000,
	});
	await saveResponse(response, `journal-${period}.${format}`);
}

/** Fetches a month for DATEV and hands it to the browser as a download; without a currency, the only one of the month. */
export async function downloadDatev(organisation: string, period: string, currency?: string) {
	const response = await api.call(contracts.exportDatev, {
		params: { organisation },
		query: currency === undefined ? { period } : { period, currency },
		timeoutMs: 600_000,
	});
	await saveResponse(response, `EXTF_Buchungsstapel_${period}.csv`);
}

const settingsKey = (organisation: string) => ['accounting-settings', organisation] as const;

/** How the books are exported for DATEV. */
export function useAccountingSettings(organisation: string) {
	return useApiQuery(contracts.getAccountingSettings, settingsKey(organisation), {
		params: { organisation },
	});
}

/** Saves how the books are exported, over the version that was read. */
export function useSaveAccountingSettings(organisation: string) {
	const queries = useQueryClient();
	return async (body: BodyOf<typeof contracts.updateAccountingSettings>, version: number) => {
		const saved = await api.call(contracts.updateAccountingSettings, {
			params: { organisation },
			body,
			ifMatch: `"${version}"`,
		});
		storeAnswer(queries, settingsKey(organisation), saved);
	};
}
