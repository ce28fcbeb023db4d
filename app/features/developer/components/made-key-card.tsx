import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAppUrl } from '#app/shell/app-url.ts';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { CodeBlock } from './code-block.tsx';

export interface MadeKey {
	name: string;
	token: string;
}

/** The token of a key that was just made, shown once, with a first call. */
export function MadeKeyCard({ made, onClose }: { made: MadeKey; onClose: () => void }) {
	const { t } = useLingui();
	const appUrl = useAppUrl();
	const heading = useRef<HTMLHeadingElement>(null);
	// The dialog that made it has closed: whoever reads with a keyboard or by ear goes on here.
	useEffect(() => heading.current?.focus(), [made.token]);
	const command = `curl "${appUrl}/api/me" \\\n  -H "Authorization: Bearer ${made.token}"`;
	return (
		<section
			aria-labelledby="made-key"
			className="relative flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-5"
		>
			<div className="absolute end-3 top-3">
				<IconButton icon={X} label={t`Close`} size="sm" onClick={onClose} />
			</div>
			<h3 id="made-key" ref={heading} tabIndex={-1} className="pe-8 font-semibold outline-none" dir="auto">
				<Trans>Your new key: {made.name}</Trans>
			</h3>
			<p className="text-sm">
				<Trans>Copy it now and store it safely. You won’t see it again.</Trans>
			</p>
			<div className="flex flex-wrap items-center gap-2">
				<code dir="ltr" data-testid="api-key-token" className="min-w-0 [overflow-wrap:anywhere]">
					{made.token}
				</code>
				<CopyButton text={made.token} label={t`Copy key`} />
			</div>
			<div className="flex items-center justify-between gap-4 text-sm font-medium">
				<Trans>Try it</Trans>
				<CopyButton text={command} />
			</div>
			<CodeBlock text={command} />
		</section>
	);
}
