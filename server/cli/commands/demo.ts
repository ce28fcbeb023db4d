import { loadDemo } from '#server/demo/load-demo.ts';
import { removeDemo } from '#server/demo/remove-demo.ts';
import { command } from '../command.ts';

export const demoLoadCommand = command({
	name: 'demo load',
	summary: 'Load three organisations with a year of events, guests, sales and gifts.',
	async run({ services, print }) {
		const { organisations, events, guests } = await loadDemo(await services());
		print(`Loaded ${organisations} organisations, ${events} events, ${guests} guests.`);
	},
});

export const demoRemoveCommand = command({
	name: 'demo remove',
	summary: 'Remove all demo data.',
	async run({ services, print }) {
		const { organisations, users } = await removeDemo(await services());
		print(
			organisations === 0
				? 'There is no demo content.'
				: `Removed ${organisations} organisations and ${users} sign-ins.`,
		);
	},
});
