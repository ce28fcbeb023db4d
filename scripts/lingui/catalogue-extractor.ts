import type { ExtractorType } from '@lingui/conf';
import { errorCatalogue } from '#shared/errors/catalogue.ts';

/** Offers the texts of the error catalogue to translators, under the ids that app/lib/error-text.ts asks for. */
export const catalogueExtractor: ExtractorType = {
	match: (filename) => filename.endsWith('shared/errors/catalogue.ts'),
	extract(filename, _code, onMessageExtracted) {
		for (const [code, { userMessage }] of Object.entries(errorCatalogue)) {
			onMessageExtracted({ id: `error.${code}`, message: userMessage, origin: [filename, 1] });
		}
	},
};
