/**
 * For queries: one more try, as the product's default (section 9), but of no call that this browser itself refused. Such a refusal is
 * known by its field: the query cache is loaded without the catalogue of errors.
 */
export const retryOnce = (failures: number, error: unknown): boolean =>
	failures < 1 && !(error as { isUnsent?: boolean } | null)?.isUnsent;
