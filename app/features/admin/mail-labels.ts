import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What an email is for, by the name of its template (tests/admin-labels.test.ts holds the list complete). */
export const mailLabels: Record<string, MessageDescriptor> = {
	'accounts/email-taken': msg`Email belongs to another account`,
	'accounts/enter-email': msg`Verify the new email`,
	'accounts/export-ready': msg`Data export is ready`,
	'accounts/leave-email': msg`Confirm the change at the old email`,
	'accounts/password-changed': msg`Password changed`,
	'accounts/register-repeated': msg`Signed up twice`,
	'accounts/reset-password': msg`Reset password`,
	'accounts/security-notice': msg`Security notice`,
	'accounts/verify-email': msg`Verify email`,
	'events/cancelled': msg`Event cancelled`,
	'events/moderated': msg`Event taken down`,
	'events/postponed': msg`Event postponed`,
	'events/reminder': msg`Reminder`,
	'events/rescheduled': msg`Event rescheduled`,
	'feedback/status-changed': msg`Feedback update`,
	'integrations/disabled': msg`Integration switched off`,
	'integrations/failing': msg`Integration failing`,
	'orders/cancelled': msg`Registration cancelled`,
	'orders/confirmation': msg`Confirmation with tickets`,
	'orders/my-tickets': msg`Links to tickets`,
	'orders/payment-due': msg`How to pay`,
	'orders/refunded': msg`Refund`,
	'organisers/door-conflict': msg`Check-in conflict`,
	'organisers/lock-changed': msg`Organisation locked or unlocked`,
	'organisers/plan': msg`Plan and payment`,
	'organisers/registrations': msg`New registrations`,
	'staff/link-shared': msg`Check-in access`,
	'support/contact-message': msg`Message to the operator`,
};
