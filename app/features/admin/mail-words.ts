import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a mail is for, by the name of its template (tests/admin-words.test.ts holds the list complete). */
export const mailWords: Record<string, MessageDescriptor> = {
	'accounts/email-taken': msg`Address belongs to another account`,
	'accounts/enter-email': msg`Confirm the new address`,
	'accounts/export-ready': msg`Own data is ready`,
	'accounts/leave-email': msg`Confirm leaving the old address`,
	'accounts/password-changed': msg`Password was changed`,
	'accounts/register-repeated': msg`Signed up twice`,
	'accounts/reset-password': msg`Reset the password`,
	'accounts/security-notice': msg`Security of the account`,
	'accounts/verify-email': msg`Confirm the address`,
	'events/cancelled': msg`Event is cancelled`,
	'events/moderated': msg`Event was taken down`,
	'events/postponed': msg`Event is postponed`,
	'events/reminder': msg`Reminder`,
	'events/rescheduled': msg`Event has a new date`,
	'feedback/status-changed': msg`News of feedback`,
	'orders/cancelled': msg`Registration is cancelled`,
	'orders/confirmation': msg`Confirmation with tickets`,
	'orders/my-tickets': msg`Links to tickets`,
	'organisers/door-conflict': msg`Conflict at the door`,
	'organisers/lock-changed': msg`Organisation locked or unlocked`,
	'organisers/registrations': msg`New registrations`,
	'staff/link-shared': msg`Link to the door`,
	'support/contact-message': msg`Message to the operator`,
};
