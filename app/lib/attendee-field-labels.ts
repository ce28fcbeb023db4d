import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AttendeeField } from '#shared/rules/attendee-fields.ts';

/** What forms and lists call the optional fields of an attendee; `hint` is for the organiser's form. */
export const attendeeFieldLabels: Record<
	AttendeeField,
	{ label: MessageDescriptor; hint?: MessageDescriptor }
> = {
	notes: { label: msg`Notes`, hint: msg`Only for your team.` },
};
