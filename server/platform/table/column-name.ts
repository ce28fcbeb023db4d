/**
 * A column name reduced to what matters: letters without marks, in lower case, blanks between words. `E-mail 1 - Value` and
 * `email_1_value` are distinguished only by what people mean to distinguish.
 */
export function normaliseColumnName(name: string): string {
	return name
		.replaceAll('#', ' number ')
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/[’'`]/g, '')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}
