import { AppError } from '#shared/errors/app-error.ts';
import type { ApiClient } from './api-client.ts';

/** The API client of pages that strangers open: its script is fetched with the first call. */
export const publicApi: Pick<ApiClient, 'call'> = {
	async call(...call) {
		const { api } = await import('./api-client.ts').catch((cause) => {
			throw new AppError('NETWORK_ERROR', { cause });
		});
		return api.call(...call);
	},
};
