import { Actions } from './styleguide/actions.tsx';
import { Dates } from './styleguide/dates.tsx';
import { Display } from './styleguide/display.tsx';
import { Fields } from './styleguide/fields.tsx';
import { Foundations } from './styleguide/foundations.tsx';
import { Lists } from './styleguide/lists.tsx';

export const meta = () => [{ title: 'Styleguide' }];

/** Every component in every state on one page, to look at. Routed in development, and in a build made with FOYER_STYLEGUIDE=on (app/routes.ts). */
export default function Styleguide() {
	return (
		<div className="page-width flex flex-col gap-10 py-8">
			<h1 className="title-page">Styleguide</h1>
			<Actions />
			<Fields />
			<Dates />
			<Lists />
			<Display />
			<Foundations />
		</div>
	);
}
