import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type AccountSecurity, unlinkProvider } from '#shared/contracts/auth.ts';
import { useReloadSecurity } from '../../security.ts';
import type { Confirmed } from './confirm-sign-in.tsx';

/** The provider that the account is tied to, if it is. */
export function ProviderCard({ security, confirmed }: { security: AccountSecurity; confirmed: Confirmed }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const reload = useReloadSecurity();
	const [isPending, setIsPending] = useState(false);
	async function unlink() {
		setIsPending(true);
		try {
			await confirmed(() => api.call(unlinkProvider));
			await reload();
		} catch (error) {
			toast({ variant: 'destructive', title: t`That did not work`, description: errorText(error) });
		} finally {
			setIsPending(false);
		}
	}
	if (security.identities.length === 0) return null;
	return (
		<Card title={t`Sign-in provider`} className="scroll-mt-24" id="provider">
			<ul>
				{security.identities.map(({ issuer, email }) => (
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
			</ul>
		</Card>
	);
}
