import { ANIMALS } from '../animals.ts'
import { NATURE } from '../nature.ts'
import { OBJECTS } from '../objects.ts'
import { type Drawing, drawingsOf, singleDrawings } from '../picture.ts'
import { apple } from './apple.ts'
import { bear } from './bear.ts'
import { bird } from './bird.ts'
import { bull } from './bull.ts'
import { butterfly } from './butterfly.ts'
import { camel } from './camel.ts'
import { cat } from './cat.ts'
import { cherry } from './cherry.ts'
import { clover } from './clover.ts'
import { crab } from './crab.ts'
import { deer } from './deer.ts'
import { dog } from './dog.ts'
import { dolphin } from './dolphin.ts'
import { dragonfly } from './dragonfly.ts'
import { duck } from './duck.ts'
import { eagle } from './eagle.ts'
import { elephant } from './elephant.ts'
import { fish } from './fish.ts'
import { flamingo } from './flamingo.ts'
import { flower } from './flower.ts'
import { fox } from './fox.ts'
import { frog } from './frog.ts'
import { giraffe } from './giraffe.ts'
import { grape } from './grape.ts'
import { hare } from './hare.ts'
import { hedgehog } from './hedgehog.ts'
import { horse } from './horse.ts'
import { house } from './house.ts'
import { koala } from './koala.ts'
import { leaf } from './leaf.ts'
import { lemon } from './lemon.ts'
import { lion } from './lion.ts'
import { mountain } from './mountain.ts'
import { octopus } from './octopus.ts'
import { olive } from './olive.ts'
import { owl } from './owl.ts'
import { palm } from './palm.ts'
import { panda } from './panda.ts'
import { pig } from './pig.ts'
import { rabbit } from './rabbit.ts'
import { raven } from './raven.ts'
import { rose } from './rose.ts'
import { snake } from './snake.ts'
import { squirrel } from './squirrel.ts'
import { sun } from './sun.ts'
import { sunflower } from './sunflower.ts'
import { tree } from './tree.ts'
import { tulip } from './tulip.ts'
import { turtle } from './turtle.ts'
import { wave } from './wave.ts'
import { whale } from './whale.ts'
import { wolf } from './wolf.ts'

/** Every drawing of the demonstration. A subject stands in one place only: in a file here, or in a list of single drawings. */
export const DRAWINGS: readonly Drawing[] = [
  ...[
    apple,
    bear,
    bird,
    bull,
    butterfly,
    camel,
    cat,
    cherry,
    clover,
    crab,
    deer,
    dog,
    dolphin,
    dragonfly,
    duck,
    eagle,
    elephant,
    fish,
    flamingo,
    flower,
    fox,
    frog,
    giraffe,
    grape,
    hare,
    hedgehog,
    horse,
    house,
    koala,
    leaf,
    lemon,
    lion,
    mountain,
    octopus,
    olive,
    owl,
    palm,
    panda,
    pig,
    rabbit,
    raven,
    rose,
    snake,
    squirrel,
    sun,
    sunflower,
    tree,
    tulip,
    turtle,
    wave,
    whale,
    wolf,
  ].flatMap(drawingsOf),
  ...singleDrawings('animal', ANIMALS),
  ...singleDrawings('nature', NATURE),
  ...singleDrawings('object', OBJECTS),
]
