import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/button.tsx';
import { AccountPage } from './account-page.tsx';

/** What an administrator sees of the administration before two factors are on. */
export function TwoFactorFirst() {
	const { t } = useLingui();
	return (
		<AccountPage
			title={t`One more step`}
			lead={
				<Trans>Administrators sign in with two factors: a password, and a code of an app on the phone.</Trans>
			}
		>
			<div>
				<ButtonLink to="/settings/security#two-factor" size="lg">
					<Trans>Turn on two-factor sign-in</Trans>
				</ButtonLink>
			</div>
		</AccountPage>
	);
}
