import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AttendeeField } from '#shared/rules/attendee-fields.ts';

/** Labels of the optional fields of an attendee. */
export const attendeeFieldLabels: Record<AttendeeField, MessageDescriptor> = {
	notes: msg`Notes`,
};
