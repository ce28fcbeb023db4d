import {
	emailTakenSource,
	enterEmailSource,
	exportReadySource,
	leaveEmailSource,
	passwordChangedSource,
	registerRepeatedSource,
	resetPasswordSource,
	securityNoticeSource,
	verifyEmailSource,
} from './accounts.ts';
import {
	eventCancelledSource,
	eventChangedSource,
	eventPostponedSource,
	eventReminderSource,
	eventRescheduledSource,
	questionAskedSource,
} from './event-changes.ts';
import { followConfirmSource, newEventSource, organiserMessageSource } from './followers.ts';
import { giftAidRecordSource } from './gift-aid.ts';
import { giftCardPurchaseSource, giftCardSource } from './gift-cards.ts';
import { giftReceiptSource, giftSummarySource, monthlyGiftSource } from './gifts.ts';
import {
	groupClosingSource,
	groupInvitationSource,
	groupLeaderSource,
	groupReleasedSource,
} from './groups.ts';
import {
	connectionDisabledSource,
	connectionFailingSource,
	mailingListStoppedSource,
} from './integrations.ts';
import { marketingMessageSource, serviceMessageSource, testMessageSource } from './messages.ts';
import { eventModeratedSource, organisationLockedSource, paymentsStoppedSource } from './moderation.ts';
import { disputeSource, paymentDetailsSource, payoutFailedSource, waitingRequestSource } from './money.ts';
import { myTicketsSource } from './my-tickets.ts';
import {
	changeToPaySource,
	orderApprovalSource,
	orderCancelledSource,
	orderConfirmationSource,
	paymentDueSource,
} from './orders.ts';
import { approvalsSource, doorConflictSource, registrationsSource } from './organisers.ts';
import { planLimitSource, planSource } from './plans.ts';
import { orderRefundedSource, refundOwedSource, refundRequestSource } from './refunds.ts';
import { reportScheduleSource, scheduleStoppedSource } from './reports.ts';
import { seriesChangedSource } from './series.ts';
import { orderDatesSource } from './series-orders.ts';
import type { MailSource } from './source.ts';
import { staffLinkSharedSource } from './staff.ts';
import { contactMessageSource, feedbackStatusSource } from './support.ts';
import { fundraiserUpdateSource, goalReachedSource, supporterPageSource } from './supporter-pages.ts';
import { invitationSource, membershipSource, twoFactorRequiredSource } from './team.ts';
import { ticketOfferEndedSource, ticketOfferedSource, ticketResoldSource } from './ticket-offers.ts';
import { waitlistEntrySource, waitlistOfferedSource } from './waitlist.ts';
import { waitingWithdrawalSource, withdrawalDecidedSource, withdrawalReceivedSource } from './withdrawals.ts';

/** All kinds of email by their name in the outbox. */
export const mailSources = {
	'accounts/verify-email': verifyEmailSource,
	'accounts/reset-password': resetPasswordSource,
	'accounts/register-repeated': registerRepeatedSource,
	'accounts/password-changed': passwordChangedSource,
	'accounts/security-notice': securityNoticeSource,
	'accounts/leave-email': leaveEmailSource,
	'accounts/enter-email': enterEmailSource,
	'accounts/export-ready': exportReadySource,
	'accounts/invitation': invitationSource,
	'accounts/membership': membershipSource,
	'accounts/two-factor-required': twoFactorRequiredSource,
	'organisers/door-conflict': doorConflictSource,
	'organisers/follow-confirm': followConfirmSource,
	'organisers/new-event': newEventSource,
	'organisers/message': organiserMessageSource,
	'organisers/registrations': registrationsSource,
	'organisers/dispute': disputeSource,
	'organisers/payout-failed': payoutFailedSource,
	'organisers/refund-request': waitingRequestSource,
	'organisers/approvals': approvalsSource,
	'organisers/plan': planSource,
	'organisers/plan-limit': planLimitSource,
	'accounts/email-taken': emailTakenSource,
	'staff/link-shared': staffLinkSharedSource,
	'orders/confirmation': orderConfirmationSource,
	'orders/cancelled': orderCancelledSource,
	'orders/my-tickets': myTicketsSource,
	'orders/dates': orderDatesSource,
	'orders/payment-due': paymentDueSource,
	'orders/change-to-pay': changeToPaySource,
	'orders/approval': orderApprovalSource,
	'waitlist/entry': waitlistEntrySource,
	'waitlist/offered': waitlistOfferedSource,
	'groups/leader': groupLeaderSource,
	'groups/invitation': groupInvitationSource,
	'groups/closing': groupClosingSource,
	'groups/released': groupReleasedSource,
	'orders/refunded': orderRefundedSource,
	'orders/refund-owed': refundOwedSource,
	'orders/refund-request': refundRequestSource,
	'orders/ticket-offered': ticketOfferedSource,
	'orders/ticket-offer-ended': ticketOfferEndedSource,
	'orders/resold': ticketResoldSource,
	'orders/monthly-gift': monthlyGiftSource,
	'orders/gift-receipt': giftReceiptSource,
	'orders/gift-summary': giftSummarySource,
	'fundraisers/gift-aid-record': giftAidRecordSource,
	'gift-cards/purchase': giftCardPurchaseSource,
	'gift-cards/card': giftCardSource,
	'withdrawals/received': withdrawalReceivedSource,
	'withdrawals/decided': withdrawalDecidedSource,
	'organisers/withdrawal': waitingWithdrawalSource,
	'fundraisers/supporter-page': supporterPageSource,
	'fundraisers/update': fundraiserUpdateSource,
	'organisers/goal-reached': goalReachedSource,
	'support/contact-message': contactMessageSource,
	'events/cancelled': eventCancelledSource,
	'events/postponed': eventPostponedSource,
	'events/changed': eventChangedSource,
	'events/series-changed': seriesChangedSource,
	'events/question-asked': questionAskedSource,
	'events/rescheduled': eventRescheduledSource,
	'events/reminder': eventReminderSource,
	'events/moderated': eventModeratedSource,
	'organisers/lock-changed': organisationLockedSource,
	'organisers/payments-stopped': paymentsStoppedSource,
	'organisers/payment-details': paymentDetailsSource,
	'feedback/status-changed': feedbackStatusSource,
	'integrations/failing': connectionFailingSource,
	'integrations/disabled': connectionDisabledSource,
	'integrations/list-stopped': mailingListStoppedSource,
	'messages/service': serviceMessageSource,
	'messages/marketing': marketingMessageSource,
	'messages/test': testMessageSource,
	'reports/schedule': reportScheduleSource,
	'reports/schedule-stopped': scheduleStoppedSource,
};

export type SourceName = keyof typeof mailSources;

/** The source of each kind of mail. */
export type MailRefs = {
	[N in SourceName]: (typeof mailSources)[N] extends MailSource<infer Ref, infer _> ? Ref : never;
};

/** The source of a mail in the outbox; undefined for one that another version wrote. */
export function findMailSource(name: string): MailSource<unknown, unknown> | undefined {
	return Object.hasOwn(mailSources, name)
		? (mailSources[name as SourceName] as unknown as MailSource<unknown, unknown>)
		: undefined;
}
