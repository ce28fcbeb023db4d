import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PageTitle } from '#app/shell/page-title.tsx';

export default function LandingPage() {
	const { t } = useLingui();
	const [n, setN] = useState(1);
	return (
		<section>
			<PageTitle description={t`Professional event management made simple.`} />
			<h1>
				<Trans>
					Create, promote and <em>monetize</em> events in minutes
				</Trans>
			</h1>
			<button type="button" onClick={() => setN(n + 1)}>
				<Plural value={n} one="# click" other="# clicks" />
			</button>
		</section>
	);
}
