import { useLingui } from '@lingui/react/macro';
import type { MailSuppression } from '#shared/contracts/notifications.ts';

/** Why an address is blocked. */
export function useSuppressionReasons(): Record<MailSuppression['reason'], string> {
	const { t } = useLingui();
	return { bounced: t`Bounced`, complained: t`Reported as spam`, 'by hand': t`Blocked by an administrator` };
}
