/**
 * Why something is sold without tax. `small_business`: the seller is below the threshold (in Germany § 19 UStG); `exempt`: the law exempts it;
 * `reverse_charge`: the recipient owes the tax; `out_of_scope`: no tax applies to it.
 */
export const taxReasons = ['small_business', 'exempt', 'reverse_charge', 'out_of_scope'] as const;
export type TaxReason = (typeof taxReasons)[number];

/** What national law calls it, behind the sentence in the document's language: `§ 19 UStG`. */
const laws: Record<string, Partial<Record<TaxReason, string>>> = {
	DE: { small_business: '§ 19 UStG', exempt: '§ 4 UStG', reverse_charge: '§ 13b UStG' },
	AT: {
		small_business: '§ 6 Abs. 1 Z 27 UStG 1994',
		exempt: '§ 6 UStG 1994',
		reverse_charge: '§ 19 UStG 1994',
	},
	FR: { small_business: 'article 293 B du CGI', exempt: 'article 261 du CGI' },
	ES: { exempt: 'artículo 20 de la Ley 37/1992' },
	IT: { exempt: 'articolo 10 del DPR 633/1972' },
	GB: { exempt: 'VAT Act 1994, Schedule 9' },
};

/** The law that a country names for a reason; empty: none is known. */
export const lawOf = (reason: TaxReason, countryCode: string): string => laws[countryCode]?.[reason] ?? '';
