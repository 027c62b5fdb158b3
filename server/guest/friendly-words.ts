import { ADJECTIVES, ANIMALS } from '../../domain/nickname.ts'

// Words that go together in any combination: nothing about bodies, skin, feelings for others, food or fights, and no animal whose
// name is also an insult.

const MORE_ADJECTIVES = `
  able active adorable adventurous agile airy alert amber ambitious amiable ample amused ancient apt aqua arctic artful artistic
  astute athletic atomic attentive august autumn awake aware awesome azure balanced beaming beloved better beyond blazing blessed
  blissful blithe blooming blue bold bonny boundless bouncy brainy breezy brilliant brisk bronze bubbly busy buzzing candid
  capable caring casual celestial centered certain champion charming chatty cheery cherished chief chipper chirpy choice chummy
  citrus classic clear cloudless coastal colorful comical complete confident constant content cool copper coral cordial cozy
  crafty creative crimson crisp crystal cuddly cultured dandy dapper dashing dazzling decent dedicated deep delighted
  delightful dependable devoted diamond digital diligent diplomatic direct discreet distinct divine dreamy driven durable dutiful
  dynamic early earnest easy ebullient ecstatic educated effective efficient elastic electric elegant elated eloquent emerald
  eminent enchanted endless energetic engaging enthused equal essential eternal ethical even evergreen exact excellent
  excited exotic expert fabulous faithful famous fancy fantastic fast favorite fearless festive fine first fit flashy
  fleet flexible floral flowing fluent fluffy flying focused fond foremost fortunate frank free fresh frosty fun funny fuzzy
  galactic gallant generous genial genuine giddy giggly gleaming gleeful glittery glorious glowing good graced gracious
  grand grateful great green grinning grounded growing handy hardy harmonious healthy heartfelt hearty heroic hopeful humble
  humorous hushed icy ideal imaginary inspired instant intrepid inventive iron ivory jade jaunty jazzy jovial joyful
  joyous jubilant just kindly kinetic knowing laughing leading learned legendary level light likable limber linked literate loyal
  lucid luminous lunar magic magical magnetic magnificent main majestic marble marine marvelous masterful mature meadow
  melodic mellow mild mindful mint mirthful misty modern modest moonlit musical mystic mythic natural neat neighborly new nice
  nifty nordic novel oaken observant oceanic open optimal orange orderly original outgoing pastel peaceful pearly peppy perfect
  perky pioneering playful pleasant plucky plush polar polished popular positive practical precious precise premier prime
  prized proper prudent punctual quaint quirky radiant rainbow rapid rare rational real refined regal relaxed reliable
  resilient resolute rhythmic robust rosy ruby rustic safe sage sandy sapphire savvy scarlet scenic scholarly secure selfless
  sensible serene settled sharing sharp shimmering silent simple sincere skillful skyward sleek smiling
  snappy snowy snug sociable solar solid sonic sound sparkling sparkly special spirited splendid spotless spry stable starlit
  starry stately steadfast studious stunning sturdy stylish sublime summery sunlit supportive supreme sure talented teal
  tenacious thorough thoughtful thrifty thriving timeless tireless top topaz tranquil treasured tropical true trusted trusty
  truthful turquoise twinkling ultimate unique united upbeat useful valiant valued vast velvet verdant versatile vibrant victorious
  vigilant vigorous violet vital vivid walking watchful welcome whimsical whole winged winning winter wonderful wondrous worthy
  young zany zealous zen zesty
`

const MORE_ANIMALS = `
  aardvark aardwolf abalone addax agouti albatross alpaca anchovy anemone angelfish anole anteater antelope aoudad arapaima
  armadillo auk avocet axolotl babirusa bandicoot barbet barracuda basilisk bat beetle bilby bison blackbird blenny bluebird
  bluejay bobcat bobolink bongo bontebok buffalo bulbul bullfinch bullfrog bumblebee bunny bunting bushbaby butterfly
  buzzard caiman calf camel canary capybara caracal cardinal caribou cassowary caterpillar catfish cavy chameleon chamois
  cheetah chickadee chinchilla chipmunk cicada civet clam clownfish coati colt condor cormorant corgi
  coyote crane crayfish cricket crocodile cub curlew cuttlefish dachshund damselfly dingo dormouse dotterel dove
  dragonfly dugong dunlin eel egret eider eland elk emu ermine falcon fawn ferret finch firefly flamingo flicker flounder foal
  fossa gannet gaur gazelle gerbil gharial gnu goldfinch goldfish goshawk grackle grasshopper grebe grouper grouse
  guanaco guppy gull haddock hamster hare harrier hawk heron herring hippo hoopoe hornbill hummingbird hyrax ibex ibis
  iguana impala jackal jackdaw jackrabbit jaguar jay jellyfish jerboa kakapo kangaroo katydid kestrel kingfisher kinkajou kite kitten
  kiwi kodiak koi kookaburra krill kudu ladybug lamb lapwing lark lemming lemur leopard limpet linnet lizard llama lobster locust
  loon loris lynx macaw magpie mallard manatee manta mantis margay marlin marmoset marmot marten martin meadowlark
  meerkat merlin minnow mole mollusk mongoose moorhen moth muskox narwhal nautilus newt nighthawk nightingale numbat
  nuthatch nyala ocelot okapi opossum oriole oryx osprey ostrich ox oyster pangolin partridge peacock pelican perch petrel pheasant
  pigeon pika platypus plover polecat porcupine porpoise potoroo pronghorn ptarmigan puffin puma pup puppy quail
  quetzal quokka quoll raven ray redpoll redstart reindeer roadrunner rook rooster saiga salamander salmon sanderling
  sandpiper sardine scallop seagull seahorse serval shrew siskin skink skua skylark snail snipe sparrow
  spoonbill springbok starfish starling stingray stoat stork sturgeon sunfish swallow swan swift swordfish takin tamarin tanager tapir
  tarpon tarsier tenrec tern terrapin thrush tortoise toucan treefrog trout tuna turaco urchin vicuna viscacha vole wagtail
  wallaby walrus warbler waxwing weaver whippet wolverine wombat woodpecker wren yak zebu
`

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Adjectives that a nickname may have; the generator uses some of them. */
export const FRIENDLY_ADJECTIVES: ReadonlySet<string> = new Set([
  ...ADJECTIVES,
  ...words(MORE_ADJECTIVES).map(capital),
])

/** Animals that a nickname may have, with a capital letter; those that the generator uses have a drawing. */
export const FRIENDLY_ANIMALS: ReadonlySet<string> = new Set(
  [...ANIMALS, ...words(MORE_ANIMALS)].map(capital),
)
