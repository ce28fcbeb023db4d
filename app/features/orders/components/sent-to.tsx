import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { toast } from '#app/ui/toast-store.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';

/** Where the mail went, large enough to notice a slip, and the two ways to mend it. */
export function SentTo({ actions, onChange }: { actions: ManagedOrderActions; onChange: () => void }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const [isSending, setSending] = useState(false);
	const { email } = actions.order.buyer;
	async function resend() {
		if (isSending) return;
		setSending(true);
		try {
			await actions.resend();
			toast({ variant: 'success', description: t`Ticket sent again to ${email}` });
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		} finally {
			setSending(false);
		}
	}
	return (
		<div className="flex flex-col gap-1">
			<p className="text-lg [overflow-wrap:anywhere]">
				<Trans>
					Ticket sent to <strong className="font-semibold">{email}</strong>
				</Trans>
			</p>
			<p className="needs-script flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
				<span>
					<Trans>
						Wrong email?{' '}
						<button type="button" className="link min-h-8" onClick={onChange}>
							Change it
						</button>
					</Trans>
				</span>
				<button
					type="button"
					className="link min-h-8"
					aria-disabled={isSending || undefined}
					onClick={() => void resend()}
				>
					<Trans>Resend</Trans>
				</button>
			</p>
		</div>
	);
}
