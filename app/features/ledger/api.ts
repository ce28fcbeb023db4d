import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { saveResponse } from '#app/lib/save-response.ts';
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
