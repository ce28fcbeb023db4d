import { Trans, useLingui } from '@lingui/react/macro';
import { linkProvider } from '#app/features/accounts/provider.ts';
import { useReloadSecurity } from '#app/features/accounts/security.ts';
import { api } from '#app/lib/api-client.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { type AccountSecurity, unlinkProvider } from '#shared/contracts/auth.ts';
import { useRun } from './use-run.ts';

/** The operator's provider: tied to the account, or the way to tie it. */
export function ProviderCard({ security, confirmed }: { security: AccountSecurity; confirmed: Confirmed }) {
	const { t } = useLingui();
	const reload = useReloadSecurity();
	const { run, isPending } = useRun();
	const unlink = () =>
		run(async () => {
			await confirmed(() => api.call(unlinkProvider));
			await reload();
		});
	const { provider, identities } = security;
	if (!provider && identities.length === 0) return null;
	const name = provider?.name ?? '';
	return (
		<Card
			title={t`Login provider`}
			description={provider ? t`Log in with ${name} as well as your password.` : undefined}
			className="scroll-mt-24"
			id="provider"
		>
			<ul className="flex flex-col gap-3">
				{identities.map(({ issuer, email }) => (
					<li key={issuer} className="flex flex-wrap items-center justify-between gap-3">
						<p className="min-w-0">
							<b className="font-medium">{new URL(issuer).host}</b>{' '}
							<span className="text-muted">{email}</span>
						</p>
						<Button
							size="sm"
							variant="ghost"
							isLoading={isPending}
							disabledReason={security.hasPassword ? undefined : t`Set a password first`}
							onClick={() => void unlink()}
						>
							<Trans>Remove</Trans>
						</Button>
					</li>
				))}
				{provider && !provider.isLinked ? (
					<li className="flex flex-wrap items-center justify-between gap-3">
						<p className="min-w-0 text-sm text-muted">
							<Trans>Not connected</Trans>
						</p>
						<Button
							variant="outline"
							isLoading={isPending}
							disabledReason={security.isEmailVerified ? undefined : t`Verify your email first`}
							onClick={() => void run(() => linkProvider(confirmed))}
						>
							{t`Connect ${name}`}
						</Button>
					</li>
				) : null}
			</ul>
		</Card>
	);
}
