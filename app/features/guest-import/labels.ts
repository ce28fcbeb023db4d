import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { attendeeFieldLabels } from '#app/lib/attendee-field-labels.ts';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { ImportField, ImportRow } from '#shared/contracts/guest-import.ts';
import { attendeeFieldNames } from '#shared/rules/attendee-fields.ts';
import type { TextEncodingName } from '#shared/rules/text-encodings.ts';

/** Names of the fields, in the order in which the mapping shows them. */
export const fieldLabels: [field: ImportField, label: MessageDescriptor][] = [
	['name', msg`Full name`],
	['firstName', msg`First name`],
	['lastName', msg`Last name`],
	['email', msg`Email`],
	['buyerEmail', msg`Buyer’s email`],
	['ticketType', msg`Ticket`],
	['status', msg`Status`],
	['quantity', msg`Quantity`],
	['plusOnes', msg`Plus ones`],
	...attendeeFieldNames.map((field): [ImportField, MessageDescriptor] => [field, attendeeFieldLabels[field]]),
	['code', msg`Ticket code`],
	['checkedInAt', msg`Checked in`],
];

export const verdictLooks: Record<ImportRow['verdict'], { tone: StatusTone; label: MessageDescriptor }> = {
	ok: { tone: 'success', label: msg`Will be imported` },
	duplicate_in_file: { tone: 'neutral', label: msg`Duplicate row` },
	already_on_list: { tone: 'neutral', label: msg`Already on the list` },
	invalid_email: { tone: 'warning', label: msg`Invalid email` },
	no_name: { tone: 'warning', label: msg`No name` },
	name_too_long: { tone: 'warning', label: msg`Name too long` },
	empty: { tone: 'neutral', label: msg`Empty row` },
	cancelled: { tone: 'neutral', label: msg`Not attending` },
	not_confirmed: { tone: 'neutral', label: msg`Not confirmed` },
};

/** Encodings as programs and people call them. */
export const encodingNames: Record<TextEncodingName, MessageDescriptor> = {
	'utf-8': msg`Unicode (UTF-8)`,
	'utf-16le': msg`Unicode (UTF-16)`,
	'utf-16be': msg`Unicode (UTF-16, big-endian)`,
	'windows-1252': msg`Western European (Windows-1252)`,
	'windows-1250': msg`Central European (Windows-1250)`,
	'windows-1251': msg`Cyrillic (Windows-1251)`,
	'windows-1253': msg`Greek (Windows-1253)`,
	'windows-1254': msg`Turkish (Windows-1254)`,
	shift_jis: msg`Japanese (Shift_JIS)`,
	'euc-jp': msg`Japanese (EUC-JP)`,
	'euc-kr': msg`Korean (EUC-KR)`,
	gb18030: msg`Chinese, simplified (GB 18030)`,
	big5: msg`Chinese, traditional (Big5)`,
};
