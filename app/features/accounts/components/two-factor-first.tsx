import { Trans, useLingui } from '@lingui/react/macro';
import { twoFactorPath } from '#app/lib/two-factor.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { AccountPage } from './account-page.tsx';

/** Shown to administrators instead of the administration until two-factor authentication is on. */
export function TwoFactorFirst() {
	const { t } = useLingui();
	return (
		<AccountPage
			title={t`Set up 2FA`}
			lead={<Trans>Admins need a password and a code from an authenticator app.</Trans>}
		>
			<div>
				<ButtonLink to={twoFactorPath} size="lg">
					<Trans>Set up 2FA</Trans>
				</ButtonLink>
			</div>
		</AccountPage>
	);
}
