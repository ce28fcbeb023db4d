/**
 * Words that the most used passwords are made of, as lists of leaked passwords show them: with a year, a digit or a mark at
 * the end, they are what is tried first. Small letters; look-alike digits are folded before the comparison.
 */
export const commonWords = new Set(
	`
password passwort passwords passwd motdepasse contrasena contrasenia senha parola parole salasana haslo wachtwoord lozinka
sifre heslo jelszo geheim secret secrets letmein welcome willkommen bienvenue bienvenido welkom login logon signin admin
administrator root superuser user username guest test tester testing demo sample default changeme change changeit temp
temporary master access pass passkey passphrase trustno trustnoone nopassword mypassword thispassword newpassword yourpassword
iloveyou ilovehim iloveher iloveme loveyou loveme lovelove iloveu teamo tequiero jetaime amor love lover lovely sweet
sweetie sweetheart honey darling baby babygirl babyboy babe angel angels princess princesa prince queen king kitty kitten
puppy bunny tiger lion dragon monkey panda eagle falcon phoenix wolf shark dolphin butterfly spider snake cobra panther
leopard jaguar horse horses pony donkey chicken turkey penguin turtle elephant giraffe zebra hamster rabbit buddy bear
sunshine sunflower flower flowers rainbow moonlight starlight summer winter spring autumn fall monday tuesday wednesday
thursday friday saturday sunday january february march april june july august september october november december
football soccer baseball basketball hockey softball volleyball tennis golf swimming cheer dance dancer dancing skating
superman batman spiderman ironman starwars startrek pokemon pikachu naruto matrix hellokitty mickey mickeymouse minnie
snoopy garfield scooby tinkerbell barbie simpsons homer bart goku sonic mario luigi zelda minecraft fortnite roblox
michael jordan jordon michelle jennifer jessica ashley amanda daniel matthew anthony joshua andrew thomas charlie robert
william james john david joseph richard charles christopher george edward brian kevin jason justin brandon tyler austin
nicholas nicole samantha stephanie elizabeth elisabeth victoria alexandra alexander alexis melissa danielle rebecca rachel
lauren hannah sarah laura maria mariana natalie natasha sophie sophia olivia emma emily isabella jasmine vanessa veronica
patricia patrick peter paul steven stephen mark martin oliver oscar leonardo leonard lucas lukas francis francesca francesco
alejandro alejandra carlos fernando gabriel gabriela miguel antonio roberto ricardo eduardo sebastian cristina carolina
andrea andreas stefan stefanie tobias florian julia julian katharina christina christian claudia sabine svetlana vladimir
sergey dmitry marina irina tatiana anastasia ekaterina mohammed muhammad ahmed ali hassan fatima krishna ganesh lakshmi
arsenal liverpool chelsea manchester manunited barcelona realmadrid juventus milan inter bayern dortmund schalke werder
celtic rangers everton tottenham westham newcastle leeds cowboys steelers packers patriots yankees redsox lakers bulls
eagles ravens raiders chargers dolphins giants mets cubs dodgers braves gators longhorns buckeyes wildcats nascar ferrari
porsche mercedes mustang corvette camaro chevy chevrolet toyota honda nissan subaru yamaha harley harleydavidson kawasaki
computer internet windows microsoft google facebook youtube twitter instagram linkedin myspace hotmail yahoo gmail apple
iphone android samsung nokia motorola blackberry linux ubuntu oracle cisco server network system systems security database
hacker hackers hack gamer gaming games game player playstation nintendo xbox steam counterstrike warcraft starcraft
whatever nothing something anything forever together friends friend family mother father mommy daddy sister brother
grandma blessed blessing jesus jesuschrist christ heaven faith hope peace freedom liberty america american canada england
london paris berlin madrid roma italia italy france germany deutschland espana mexico brasil brazil argentina colombia
india pakistan russia china japan australia texas california florida newyork chicago boston dallas houston phoenix denver
chocolate cookie cookies coffee pizza cheese chicken banana orange cherry strawberry apples peaches peanut pepper ginger
sugar candy vanilla caramel icecream tequila whiskey vodka heineken budweiser cocacola pepsi mountaindew snickers
guitar music musica metallica nirvana slipknot greenday linkinpark eminem beatles rockstar rocknroll rock hiphop reggae
marley bobmarley elvis jackson madonna britney shakira beyonce rihanna onedirection justinbieber bieber bts blackpink
diamond diamonds silver golden gold platinum crystal emerald purple yellow green blue black white pink red orange
number numbers first second onetwothree qwerty qwertz azerty qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc
asdfjkl poiuyt mnbvcxz lkjhgfdsa poiuytrewq abc abcd abcde abcdef abcdefg abcdefgh abcdefghi alphabet letter
killer killers shadow hunter hunting ranger soldier warrior knight samurai ninja pirate pirates cowboy gangsta gangster
thunder lightning storm hurricane tornado fire firefighter police marine marines army airforce navy military sniper
maverick viper cobra falcon bandit joker jokers junior senior doctor professor teacher student school college university
sexy hottie playboy bigdaddy butthead poop fuckyou bitch
loser stupid idiot crazy dumbass monster vampire zombie devil lucifer satan hell demon ghost magic magical merlin wizard
harrypotter potter hogwarts gandalf frodo lordoftherings hobbit gameofthrones winteriscoming starwars yoda skywalker vader
happy happiness smile smiley smiles funny laughing lucky luckyone success winner champion victory legend hero heroes
money dollar dollars cash rich richard millionaire business company office work manager boss director marketing sales
travel traveler holiday vacation beach ocean island paradise hawaii sunset sunrise mountain river forest garden nature
birthday christmas halloween easter newyear santa snowman snowball anniversary wedding married marriage bride
foobar foo bar baz hello helloworld world hellohello goodbye goodluck thankyou please sorry yes no ok okay qwerasdf
event events ticket tickets guest guests organizer organiser signup register registration checkin meeting conference
`
		.trim()
		.split(/\s+/),
);
