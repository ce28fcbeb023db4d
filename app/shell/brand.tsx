import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Badge } from '#app/ui/badge.tsx';
import { LogoMark } from '#app/ui/logo.tsx';
import { useSite } from './site.ts';

/** Logo, name and the Beta badge. */
export function Brand() {
	const { productName } = useSite();
	const { t } = useLingui();
	return (
		<span className="flex items-center gap-2">
			<Link
				to="/"
				aria-label={t`${productName}, home`}
				className="hit-area relative flex items-center gap-2 rounded-md py-1 text-base font-semibold tracking-tight"
			>
				<LogoMark />
				{productName}
			</Link>
			<Badge variant="outline" className="text-muted">
				<Trans>Beta</Trans>
			</Badge>
		</span>
	);
}
