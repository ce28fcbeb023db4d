import { emailTaken, enterEmail, leaveEmail } from './accounts/change-email.ts';
import { exportReady } from './accounts/export-ready.ts';
import { passwordChanged } from './accounts/password-changed.ts';
import { registerRepeated } from './accounts/register-repeated.ts';
import { resetPassword } from './accounts/reset-password.ts';
import { securityNotice } from './accounts/security-notice.ts';
import { invitationMail, membershipMail, twoFactorRequiredMail } from './accounts/team.ts';
import { verifyEmail } from './accounts/verify-email.ts';
import { eventCancelled } from './events/cancelled.ts';
import { eventChanged } from './events/changed.ts';
import { eventModerated } from './events/moderated.ts';
import { eventPostponed } from './events/postponed.ts';
import { questionAsked } from './events/question-asked.ts';
import { eventReminder } from './events/reminder.ts';
import { seriesChanged } from './events/series-changed.ts';
import { feedbackStatusChanged } from './feedback/status-changed.ts';
import { giftAidRecord } from './fundraisers/gift-aid-record.ts';
import { supporterPageMail } from './fundraisers/supporter-page.ts';
import { fundraiserUpdateMail } from './fundraisers/update.ts';
import { giftCardMail } from './gift-cards/card.ts';
import { giftCardPurchaseMail } from './gift-cards/purchase.ts';
import { groupClosingMail } from './groups/closing.ts';
import { groupInvitationMail } from './groups/invitation.ts';
import { groupLeaderMail } from './groups/leader.ts';
import { groupReleasedMail } from './groups/released.ts';
import { connectionDisabled, connectionFailing, mailingListStopped } from './integrations/connection.ts';
import type { MailTemplate } from './kit/render-mail.ts';
import { marketingMessage, serviceMessage, testMessage } from './messages/guest-message.ts';
import { orderApproval } from './orders/approval.ts';
import { orderCancelled } from './orders/cancelled.ts';
import { changeToPay } from './orders/change-to-pay.ts';
import { orderConfirmation } from './orders/confirmation.ts';
import { orderDates } from './orders/dates.ts';
import { giftReceipt } from './orders/gift-receipt.ts';
import { giftSummary } from './orders/gift-summary.ts';
import { monthlyGift } from './orders/monthly-gift.ts';
import { myTickets } from './orders/my-tickets.ts';
import { paymentDue } from './orders/payment-due.ts';
import { refundOwed } from './orders/refund-owed.ts';
import { refundRequest } from './orders/refund-request.ts';
import { orderRefunded } from './orders/refunded.ts';
import { ticketResold } from './orders/resold.ts';
import { ticketOfferEnded } from './orders/ticket-offer-ended.ts';
import { ticketOffered } from './orders/ticket-offered.ts';
import { approvalsMail } from './organisers/approvals.ts';
import { doorConflict } from './organisers/door-conflict.ts';
import { followConfirm, newEventMail } from './organisers/followers.ts';
import { goalReachedMail } from './organisers/goal-reached.ts';
import { lockChanged } from './organisers/lock-changed.ts';
import { organiserMessageMail } from './organisers/message.ts';
import { disputeMail, payoutFailedMail, waitingRequestMail } from './organisers/money.ts';
import { paymentDetails } from './organisers/payment-details.ts';
import { paymentsStopped } from './organisers/payments-stopped.ts';
import { planMail } from './organisers/plan.ts';
import { planLimitMail } from './organisers/plan-limit.ts';
import { registrations } from './organisers/registrations.ts';
import { reportSchedule, scheduleStopped } from './reports/schedule.ts';
import { staffLinkShared } from './staff/link-shared.ts';
import { contactMessageMail } from './support/contact-message.ts';
import { waitlistEntryMail } from './waitlist/entry.ts';
import { waitlistOffered } from './waitlist/offered.ts';
import { withdrawalDecidedMail, withdrawalReceivedMail } from './withdrawals/statement.ts';
import { waitingWithdrawalMail } from './withdrawals/waiting.ts';

/** All templates, for tests and previews; mails find theirs through their source (server/domain/notifications/sources). */
export const mailTemplates = [
	verifyEmail,
	invitationMail,
	membershipMail,
	twoFactorRequiredMail,
	followConfirm,
	newEventMail,
	organiserMessageMail,
	resetPassword,
	registerRepeated,
	passwordChanged,
	securityNotice,
	leaveEmail,
	enterEmail,
	emailTaken,
	exportReady,
	doorConflict,
	registrations,
	disputeMail,
	payoutFailedMail,
	waitingRequestMail,
	approvalsMail,
	planMail,
	planLimitMail,
	staffLinkShared,
	orderConfirmation,
	orderCancelled,
	myTickets,
	orderDates,
	paymentDue,
	changeToPay,
	orderApproval,
	waitlistEntryMail,
	waitlistOffered,
	groupLeaderMail,
	groupInvitationMail,
	groupClosingMail,
	groupReleasedMail,
	orderRefunded,
	refundOwed,
	refundRequest,
	ticketOffered,
	giftCardPurchaseMail,
	giftCardMail,
	withdrawalReceivedMail,
	withdrawalDecidedMail,
	waitingWithdrawalMail,
	ticketOfferEnded,
	ticketResold,
	giftReceipt,
	giftSummary,
	giftAidRecord,
	supporterPageMail,
	fundraiserUpdateMail,
	goalReachedMail,
	monthlyGift,
	serviceMessage,
	marketingMessage,
	contactMessageMail,
	eventCancelled,
	eventChanged,
	seriesChanged,
	questionAsked,
	eventPostponed,
	eventModerated,
	lockChanged,
	paymentDetails,
	paymentsStopped,
	eventReminder,
	feedbackStatusChanged,
	connectionFailing,
	connectionDisabled,
	mailingListStopped,
	reportSchedule,
	scheduleStopped,
	testMessage,
	// biome-ignore lint/suspicious/noExplicitAny: each template has properties of its own
] as readonly MailTemplate<any>[];
