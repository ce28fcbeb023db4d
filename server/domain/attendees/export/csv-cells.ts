/*
 * Cells of a CSV file, written by the database: the same as server/platform/csv-export.ts writes them, only that every text is
 * quoted. Each function takes an SQL expression of type text and gives one.
 */

/** JavaScript's \s, as a set that PostgreSQL reads the same under any locale. */
const blanks = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
/** Control and format characters (\p{Cc}, \p{Cf}). */
const invisible =
	'\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb\\U000110bd\\U000110cd\\U00013430-\\U0001343f\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0001\\U000e0020-\\U000e007f';

const formulaStart = `'^([${blanks}${invisible}]*[-=+@＝＋－＠]|[\\t\\r\\n])'`;
const plainNumber = `'^[-+]?[0-9]{1,30}([.,][0-9]{1,30})?([eE][-+]?[0-9]{1,3})?$'`;
const phoneNumber = `'^\\+?[-0-9().\\/${blanks}]{6,40}$'`;

/** Begins with a letter or a digit, as nearly every cell does: no need to look further. */
const beginsPlainly = (text: string) =>
	`ascii(${text}) BETWEEN 97 AND 122 OR ascii(${text}) BETWEEN 65 AND 90 OR ascii(${text}) BETWEEN 48 AND 57 OR ascii(${text}) BETWEEN 192 AND 1500`;

/** The text such that no spreadsheet runs it (neutraliseCell). */
function neutralised(text: string): string {
	const isPhone = `(${text} ~ ${phoneNumber} AND ${text} !~ '^-' AND length(regexp_replace(${text}, '[^0-9]', '', 'g')) >= 6)`;
	return `CASE WHEN ${beginsPlainly(text)} THEN ${text}
		WHEN ${text} ~ ${formulaStart} AND ${text} !~ ${plainNumber} AND NOT ${isPhone} THEN '''' || ${text}
		ELSE ${text} END`;
}

/** A cell with what somebody typed; must not be NULL. */
export function textCell(text: string): string {
	return `CASE WHEN ${text} = '' THEN '' ELSE '"' || replace(${neutralised(text)}, '"', '""') || '"' END`;
}

/** A cell with an instant as ISO 8601 in UTC; empty for NULL. A fraction of a second is written as far as there is one. */
export function instantCell(instant: string): string {
	return `coalesce(replace((${instant} AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z', '')`;
}
