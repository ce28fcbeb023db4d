import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

export interface MadeSecret {
	name: string;
	target: string;
	secret: string | null;
}

/** The signing secret of a webhook that was made, rotated or revealed. */
export function SecretCard({ made, onClose }: { made: MadeSecret; onClose: () => void }) {
	const { t } = useLingui();
	const heading = useRef<HTMLHeadingElement>(null);
	const { secret } = made;
	// The dialog that made it has closed: whoever reads with a keyboard or by ear goes on here.
	useEffect(() => {
		if (secret) heading.current?.focus();
	}, [secret]);
	if (!secret) return null;
	return (
		<section aria-labelledby="made-secret" className="relative flex flex-col gap-3 rounded-md bg-ink/5 p-4">
			<div className="absolute end-2 top-2">
				<IconButton icon={X} label={t`Close`} size="sm" onClick={onClose} />
			</div>
			<h3 id="made-secret" ref={heading} tabIndex={-1} className="pe-8 font-semibold outline-none" dir="auto">
				<Trans>Signing secret of {made.name || made.target}</Trans>
			</h3>
			<p className="text-sm">
				<Trans>
					Verify each message with a Standard Webhooks library (standardwebhooks.com) and this secret. You can
					view it again later.
				</Trans>
			</p>
			<div className="flex flex-wrap items-center gap-2">
				<code dir="ltr" data-testid="webhook-secret" className="min-w-0 [overflow-wrap:anywhere]">
					{secret}
				</code>
				<CopyButton text={secret} label={t`Copy secret`} />
			</div>
		</section>
	);
}
